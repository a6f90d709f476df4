export const BIO_MAX = 600
export const DJ_NAME_MAX = 100
export const LOCATION_MAX = 120
export const PHONE_MAX = 40
export const PRICE_RANGE_MAX = 60
export const EQUIPMENT_MAX_LINES = 30
export const EQUIPMENT_LINE_MAX = 120
export const SOCIAL_LINKS_MAX = 8
export const GENRES_MAX = 3
/** $1,000,000.00 */
export const RATE_MAX_CENTS = 100_000_000
