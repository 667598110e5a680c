"""The client address that limits are counted by."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

Network = IPv4Network | IPv6Network

NEIGHBOURS: Final = 64
"""The bits of an IPv6 address that identify its owner, who chooses the rest."""


class Proxies:
    """The proxies whose `X-Forwarded-For` is trusted."""

    def __init__(self, networks: Iterable[Network] = ()) -> None:
        self._networks = tuple(networks)

    def is_trusted(self, address: str) -> bool:
        """Return whether an address is that of a trusted proxy."""
        parsed = _parse_address(address)
        return parsed is not None and any(parsed in network for network in self._networks)

    def client_address(self, peer: str, forwarded: Sequence[str]) -> str:
        """Return the client's address for limits, from the peer and the header's lines.

        Each proxy appends its own peer, so the last address that is no trusted proxy is the client. Where a
        trusted proxy names none, its own address is used.
        """
        known = peer
        for named in reversed(",".join(forwarded).split(",")):
            if not self.is_trusted(known) or _parse_address(named) is None:
                break
            known = named.strip()
        return client_network(known)


def client_network(address: str) -> str:
    """Return the address, or the network of an IPv6 address that belongs to one owner."""
    parsed = _parse_address(address)
    if not isinstance(parsed, IPv6Address):
        return address if parsed is None else str(parsed)
    return str(ip_network((int(parsed) >> NEIGHBOURS << NEIGHBOURS, NEIGHBOURS)))


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address that a text names, an IPv4 address also where it is mapped to IPv6; none if invalid.

    Some proxies add the port.
    """
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        parsed = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return parsed.ipv4_mapped or parsed if isinstance(parsed, IPv6Address) else parsed
