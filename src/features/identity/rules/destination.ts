/** Where a code or link is sent. */
export type Destination = { email: string; phone?: undefined } | { email?: undefined; phone: string }

/** The column of an account that holds it, and the value. */
export function columnOf(to: Destination) {
  return to.email === undefined ? (['phone', to.phone] as const) : (['email', to.email] as const)
}
