"""Play between peers without I/O (protocol.md): the chain, shared dice, secrets, resuming, links and verification.

`peer.Peer` is one player's side, `ledger.Ledger` the machine of slots that both sides hold; `stored` and `links` define
what is kept and shared. Transports, keys, stores and clocks are passed in.
"""
