/** Where a code or link is sent. */
export type Destination = { email: string; phone?: undefined } | { email?: undefined; phone: string }
