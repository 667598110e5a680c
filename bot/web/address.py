"""Whose request it is: the address that limits count by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

NEIGHBOURS: Final = 64
"""Bits of an IPv6 address by which its owner is known: the rest they choose as they like."""


class Proxies:
    """The proxies whose `X-Forwarded-For` is believed."""

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self._networks = tuple(networks)

    def is_trusted(self, address: str) -> bool:
        """Whether this is the address of a proxy that is trusted."""
        found = _parse_address(address)
        return found is not None and any(found in network for network in self._networks)

    def client_address(self, peer: str, forwarded: Sequence[str]) -> str:
        """The visitor's address as limits count it, of who is connected and the lines of the header.

        Each proxy appends who is connected to it, so the last one that is no trusted proxy is the visitor.
        Where a trusted proxy names nobody, its own address is all that is known.
        """
        known = peer
        for named in reversed(",".join(forwarded).split(",")):
            if not self.is_trusted(known) or _parse_address(named) is None:
                break
            known = named.strip()
        return client_network(known)


def client_network(address: str) -> str:
    """The address, or the network of an IPv6 address that one person has as a whole."""
    found = _parse_address(address)
    if not isinstance(found, IPv6Address):
        return address if found is None else str(found)
    return str(ip_network((int(found) >> NEIGHBOURS << NEIGHBOURS, NEIGHBOURS)))


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text names, an IPv4 address also where it is written as IPv6; none if it is none.

    Some proxies add the port.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
