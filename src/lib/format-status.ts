/** Writes a stored status or reason as text in American spelling: `cancelled` as `canceled`, `event_cancelled` as `event canceled`. */
export function formatStatus(status: string): string {
  return status.replaceAll('_', ' ').replace('cancelled', 'canceled')
}
