# Words over {0, 1} that end in 01: guess where the last two symbols begin.
@NFA-explicit
%Alphabet-auto
%Initial p
%Final r
p 0 p
p 1 p
p 0 q
q 1 r
