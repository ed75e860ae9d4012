//! The numbers of the search. They were found by matches between versions of the bot.

use crate::policy::Rates;

macro_rules! params {
    ($($(#[doc = $doc:literal])* $name:ident: $value:expr,)*) => {
        /// The parameters of the search.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Params {
            $($(#[doc = $doc])* pub(crate) $name: f32,)*
        }

        impl Params {
            pub(crate) const DEFAULT: Params = Params { $($name: $value,)* };

            /// The names of the numbers.
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name),)*];

            /// Sets a number by its name; whether there is one of that name.
            pub(crate) fn set(&mut self, name: &str, value: f32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

params! {
    /// The weight of RAVE, in playouts.
    rave: 3000.0,
    /// The number of playouts after which a node gets children.
    grow: 2.0,
    /// The number of imagined playouts, at even chances, that every new move begins with.
    even: 10.0,
    /// The weight of what was learned from records, for the likeliest move, in playouts; and how it
    /// falls for those that are less likely.
    learned: 40.0,
    power: 0.5,
    /// The weight of the margin beside the win.
    margin: 0.04,
    local: 230.0,
    two: 128.0,
    nakade: 230.0,
    shape_rate: 243.0,
    shape_before: 128.0,
    capture: 200.0,
    refuse_one: 128.0,
    refuse_many: 243.0,
    /// How many moves of the hunter are read in a ladder.
    reads: 3.0,
}

impl Params {
    pub(crate) fn rates(&self) -> Rates {
        Rates {
            local: self.local as u32,
            two: self.two as u32,
            nakade: self.nakade as u32,
            shape: self.shape_rate as u32,
            shape_before: self.shape_before as u32,
            capture: self.capture as u32,
            refuse_one: self.refuse_one as u32,
            refuse_many: self.refuse_many as u32,
            reads: self.reads as u32,
        }
    }
}
