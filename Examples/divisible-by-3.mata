# Binary numbers that 3 divides, the highest digit first; the state is the remainder so far.
# The empty word counts as 0. The fourth state does what r0 does, so that there is something to minimize.
@NFA-explicit
%Alphabet-auto
%Initial start
%Final start r0
start 0 r0
start 1 r1
r0 0 r0
r0 1 r1
r1 0 r2
r1 1 r0
r2 0 r1
r2 1 r2
