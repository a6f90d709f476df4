export type Destination = { email: string; phone?: undefined } | { email?: undefined; phone: string }

/** Returns the account column and the value to look up. */
export function toAccountColumn(to: Destination) {
  return to.email === undefined ? (['phone', to.phone] as const) : (['email', to.email] as const)
}
