export type Destination = { email: string; phone?: undefined } | { email?: undefined; phone: string }

/** Returns the column of `accounts` in which to look up this email or phone, and the value to look up. */
export function toAccountColumn(to: Destination) {
  return to.email === undefined ? (['phone', to.phone] as const) : (['email', to.email] as const)
}
