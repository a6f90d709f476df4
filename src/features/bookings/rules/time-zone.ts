/** Whether `name` is an IANA time zone that this runtime knows, and not a bare offset such as `+02:00`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/u.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
