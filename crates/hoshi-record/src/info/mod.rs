//! What people write about a game (komi, result, date, clock, rules), interpreted.
