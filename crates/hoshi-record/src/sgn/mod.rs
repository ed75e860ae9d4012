//! SGN, the Simple Go Notation: a game on one line, or in an address.
