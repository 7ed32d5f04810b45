------------------------------- MODULE Peers -------------------------------
(* The protocol between two peers, without the match: who writes which slot, what a signature covers, when a reveal travels,
   what is stored before it is sent, what an old save may do, what is agreed on out of turn. Messages are the signatures that
   left their maker: once sent they may come late, twice, in any order or never. With Adversary, player 2 keeps to nothing:
   signs whatever it likes at any time, and knows all that player 1 ever sent.

   The match in miniature: three answers, by 1, 2, 1; the second and the third bring a roll, for which the writer's reveal
   goes with the answer and the other's follows in a slot of its own. *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS Adversary,    \* player 2 keeps to nothing
          MaxCrashes, MaxLosses, MaxAsks,
          StoreFirst,   \* FALSE: what is signed may be sent before it is stored
          OneWriter,    \* FALSE: either player may answer
          HearFirst,    \* FALSE: an old save writes at once
          AtItsHead,    \* FALSE: a request holds at any head
          Barred        \* FALSE: what a roll bore on may be taken back

Players == {1, 2}
Honest == IF Adversary THEN {1} ELSE Players
Other(p) == 3 - p
Writers == <<1, 2, 1>>
Rolls == <<FALSE, TRUE, TRUE>>
MaxLen == 5 + 2 * MaxAsks

VARIABLES hist,         \* what each player holds (player 2's, if it is honest)
          stored,       \* and what of it outlives the page
          pending,      \* signed, and not yet stored: <<>> or a history
          net,          \* the signatures that were sent: <<player, history>>
          requests,     \* the requests and consents that were sent: <<player, what, history>>
          mustHear,     \* an old save that has not heard the other yet
          crashes, losses

vars == <<hist, stored, pending, net, requests, mustHear, crashes, losses>>

-----------------------------------------------------------------------------
Front(h) == SubSeq(h, 1, Len(h) - 1)
Last(h) == h[Len(h)]
IsPrefix(g, h) == Len(g) <= Len(h) /\ SubSeq(h, 1, Len(g)) = g
Comparable(g, h) == IsPrefix(g, h) \/ IsPrefix(h, g)
Common(g, h) == SubSeq(g, 1, CHOOSE n \in 0 .. Len(g) : /\ IsPrefix(SubSeq(g, 1, n), h)
                                                        /\ \A m \in n + 1 .. Len(g) : ~IsPrefix(SubSeq(g, 1, m), h))
Made(k, v, w) == [k |-> k, v |-> v, w |-> w]

\* Answers that stand: those taken back are not counted.
Count(h) == Cardinality({n \in DOMAIN h : h[n].k = "answer"}) - Cardinality({n \in DOMAIN h : h[n].k = "undo"})
IsOver(h) == h # <<>> /\ Last(h).k \in {"draw", "resign"}
Waits(h) == h # <<>> /\ Last(h).k = "answer" /\ Rolls[Count(h)]      \* for the second reveal of a roll

Due(h) == IF IsOver(h) THEN [w |-> 0, what |-> "nothing"]
          ELSE IF Waits(h) THEN [w |-> Other(Last(h).w), what |-> "reveal"]
          ELSE IF Count(h) = Len(Writers) THEN [w |-> 0, what |-> "nothing"]
          ELSE [w |-> Writers[Count(h) + 1], what |-> "answer"]
\* Only the first answer brings no roll: one at a time can be taken back.
MayUndo(h) == h # <<>> /\ Last(h).k = "answer" /\ (Barred => ~Waits(h))

Asked(p, what, h) == \/ p \notin Honest
                     \/ IF AtItsHead THEN <<p, what, h>> \in requests ELSE \E r \in requests : r[1] = p /\ r[2] = what
HasResigned(p) == p \notin Honest \/ <<p, "resign", <<>>>> \in requests

\* What a player may write after a history.
Moves(p, h) ==
    LET d == Due(h) IN
    IF Len(h) >= MaxLen \/ d.w = 0 THEN {}
    ELSE IF d.w # p THEN IF ~OneWriter /\ d.what = "answer" THEN {Made("answer", v, p) : v \in {0, 1}} ELSE {}
    ELSE (IF d.what = "reveal" THEN {Made("reveal", 0, p)} ELSE {Made("answer", v, p) : v \in {0, 1}})
         \cup (IF (d.what = "answer" \/ ~Barred) /\ MayUndo(h) /\ Asked(Other(p), "undo", h) THEN {Made("undo", 0, p)} ELSE {})
         \cup (IF d.what = "answer" /\ Asked(Other(p), "draw", h) THEN {Made("draw", 0, p)} ELSE {})
         \cup {Made("resign", q, p) : q \in {who \in Players : HasResigned(who)}}

Covered(w, h) == w \notin Honest \/ \E s \in net : s[1] = w /\ IsPrefix(h, s[2])
RECURSIVE Own(_, _)     \* up to the player's own last entry: what its latest signature covers
Own(p, h) == IF h = <<>> \/ Last(h).w = p THEN h ELSE Own(p, Front(h))

-----------------------------------------------------------------------------
Init == /\ hist = [p \in Players |-> <<>>] /\ stored = hist /\ pending = hist
        /\ net = {} /\ requests = {} /\ mustHear = [p \in Players |-> FALSE] /\ crashes = 0 /\ losses = 0

Sign(p) == /\ ~mustHear[p] /\ pending[p] = <<>>
           /\ \E e \in Moves(p, hist[p]) : pending' = [pending EXCEPT ![p] = Append(hist[p], e)]
           /\ UNCHANGED <<hist, stored, net, requests, mustHear, crashes, losses>>
Store(p) == /\ pending[p] # <<>>
            /\ hist' = [hist EXCEPT ![p] = pending[p]] /\ stored' = [stored EXCEPT ![p] = pending[p]]
            /\ pending' = [pending EXCEPT ![p] = <<>>]
            /\ UNCHANGED <<net, requests, mustHear, crashes, losses>>
\* A longer signature stands for those before it: what it covers is taken slot by slot, as far as one likes.
Send(p) == /\ LET h == IF ~StoreFirst /\ pending[p] # <<>> THEN pending[p] ELSE Own(p, hist[p])
              IN h # <<>> /\ ~Covered(p, h) /\ net' = {s \in net : s[1] # p \/ ~IsPrefix(s[2], h)} \cup {<<p, h>>}
           /\ UNCHANGED <<hist, stored, pending, requests, mustHear, crashes, losses>>
Take(p) == /\ pending[p] = <<>>
           /\ \E w \in Players : \E e \in Moves(w, hist[p]) :
                /\ LET h == Append(hist[p], e) IN
                     Covered(w, h) /\ hist' = [hist EXCEPT ![p] = h] /\ stored' = [stored EXCEPT ![p] = h]
           /\ UNCHANGED <<pending, net, requests, mustHear, crashes, losses>>
Hear(p) == /\ mustHear[p] /\ (Other(p) \in Honest => IsPrefix(hist[Other(p)], hist[p]))
           /\ mustHear' = [mustHear EXCEPT ![p] = FALSE]
           /\ UNCHANGED <<hist, stored, pending, net, requests, crashes, losses>>
Ask(p) == /\ ~mustHear[p] /\ pending[p] = <<>> /\ Due(hist[p]).w # 0
          /\ MayUndo(hist[p]) /\ Cardinality({r \in requests : r[1] = p}) < MaxAsks
          /\ requests' = requests \cup {<<p, "undo", hist[p]>>} /\ requests' # requests
          /\ UNCHANGED <<hist, stored, pending, net, mustHear, crashes, losses>>
Offer(p) == /\ ~mustHear[p] /\ pending[p] = <<>> /\ Due(hist[p]).w # 0
            /\ Cardinality({r \in requests : r[1] = p}) < MaxAsks
            /\ \E r \in {<<p, "draw", hist[p]>>, <<p, "resign", <<>>>>} : r \notin requests /\ requests' = requests \cup {r}
            /\ UNCHANGED <<hist, stored, pending, net, mustHear, crashes, losses>>
Crash(p) == /\ crashes < MaxCrashes /\ crashes' = crashes + 1
            /\ hist' = [hist EXCEPT ![p] = stored[p]] /\ pending' = [pending EXCEPT ![p] = <<>>]
            /\ UNCHANGED <<stored, net, requests, mustHear, losses>>
\* An old save is put back. What never arrived went with the line; a peer that keeps to nothing keeps all of it.
Lose(p) == /\ losses < MaxLosses /\ losses' = losses + 1 /\ ~mustHear[Other(p)]
           /\ \E n \in 0 .. Len(stored[p]) - 1 :
                hist' = [hist EXCEPT ![p] = SubSeq(stored[p], 1, n)] /\ stored' = [stored EXCEPT ![p] = SubSeq(stored[p], 1, n)]
           /\ pending' = [pending EXCEPT ![p] = <<>>] /\ mustHear' = [mustHear EXCEPT ![p] = HearFirst]
           /\ net' = IF Adversary THEN net ELSE {IF s[1] = p THEN <<p, Common(s[2], hist[Other(p)])>> ELSE s : s \in net}
           /\ UNCHANGED <<requests, crashes>>

Next == \E p \in Honest : Sign(p) \/ Store(p) \/ Send(p) \/ Take(p) \/ Hear(p) \/ Ask(p) \/ Offer(p) \/ Crash(p) \/ Lose(p)
Fair == \A p \in Honest : WF_vars(Sign(p)) /\ WF_vars(Store(p)) /\ WF_vars(Send(p)) /\ WF_vars(Take(p)) /\ WF_vars(Hear(p))
Spec == Init /\ [][Next]_vars /\ Fair

-----------------------------------------------------------------------------
\* A player who keeps to the protocol never signs two histories: it cannot be framed.
OneHistory == \A s, t \in net : s[1] = t[1] => Comparable(s[2], t[2])

\* No two heads at one slot that both signed.
Agreed(h) == \A p \in Players : Covered(p, h)
OneAgreedHead == \A s, t \in net : Comparable(s[2], t[2]) \/ \A n \in 1 .. Len(s[2]) : n <= Len(t[2]) =>
                    LET g == SubSeq(s[2], 1, n) h == SubSeq(t[2], 1, n) IN (Agreed(g) /\ Agreed(h)) => g = h
OneTable == Comparable(hist[1], hist[2]) \/ Adversary

\* A reveal is shown once, after the last choice that bears on its roll, and that choice is never another one.
Reveals(p, h) == {n \in DOMAIN h : h[n].w = p /\ (h[n].k = "reveal" \/ Waits(SubSeq(h, 1, n)))}
NoRollChanges == \A s, t \in net : s[1] # t[1] \/ Comparable(s[2], t[2]) \/ \A n \in Reveals(s[1], s[2]), m \in Reveals(t[1], t[2]) :
    Cardinality({k \in Reveals(s[1], s[2]) : k <= n}) = Cardinality({k \in Reveals(t[1], t[2]) : k <= m})
        => SubSeq(s[2], 1, n) = SubSeq(t[2], 1, m)
OnceARoll == \A s \in net : Cardinality(Reveals(s[1], s[2])) <= Cardinality({n \in 1 .. Count(s[2]) : Rolls[n]})

\* Nothing is taken back, drawn or given up but by both, at the head they spoke of.
ByBoth == \A p \in Honest : \A n \in DOMAIN hist[p] : LET e == hist[p][n] g == SubSeq(hist[p], 1, n - 1) IN
            /\ e.k \in {"undo", "draw"} => (e.w = p \/ <<p, e.k, g>> \in requests)
            /\ (e.k = "resign" /\ e.v = p) => <<p, "resign", <<>>>> \in requests

Safe == OneHistory /\ OneAgreedHead /\ OneTable /\ NoRollChanges /\ OnceARoll /\ ByBoth

\* Honest players come to the end together; against one who is not, whoever owes the next slot is in the end the other.
BothEnd == <>[](hist[1] = hist[2] /\ (Due(hist[1]).w = 0 \/ Len(hist[1]) = MaxLen))
TheOtherOwes == []<>(Due(hist[1]).w # 1 \/ Len(hist[1]) = MaxLen)
=============================================================================
