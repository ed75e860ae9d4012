//! DGF, the Dumb Game Format: boards, moves and games as plain numbers.
