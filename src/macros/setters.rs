//! The methods of jobs as builders.

/// Defines methods that each set one field of a job, from its documentation, name and type.
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
