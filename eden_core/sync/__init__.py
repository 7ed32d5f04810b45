"""Play between peers (protocol.md), sans-I/O: the record's chain, dice made by both, secrets, resuming, links,
verifying.

`peer.Peer` is one player's side; `ledger.Ledger` the machine of slots that both hold; `stored` and `links` what is
kept and shared. Transports, keys, stores and clocks are given from outside.
"""
