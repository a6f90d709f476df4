/** Limits of the fields of an event; those of texts are in characters. */
export const TITLE_MAX = 80
export const DESCRIPTION_MAX = 10_000
export const PLACE_MAX = 120
export const ADDRESS_MAX = 300
export const NAME_MAX = 100
export const CAPACITY_MAX = 1_000_000
/** Limit of ticket and door prices, in cents. */
export const PRICE_MAX_CENTS = 10_000_000
export const SLOTS_MAX = 60
export const PEOPLE_MAX = 50
