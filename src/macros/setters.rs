//! Jobs as builders.

/// Defines methods that set one field of a job each, from a name, its type and what it is.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident: $type:ty,)+) => {
        $(
            $(#[$doc])*
            pub fn $name(mut self, $name: $type) -> Self {
                self.$name = $name.into();
                self
            }
        )+
    };
}

pub(crate) use setters;
