const PREFIX = 'B2B1'
const CODE = /^B2B1([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/

/**
 * What the QR code of a ticket carries: a version and the ticket's random secret. Digits and capitals only, which a QR code
 * packs into fewer modules than mixed text, so that it scans from a dim screen.
 */
export function writeTicketCode(secret: string): string {
  return PREFIX + secret.replaceAll('-', '').toUpperCase()
}

/** The secret in a scanned code; undefined when it is not a ticket of ours. */
export function readTicketCode(scanned: string): string | undefined {
  const parts = CODE.exec(scanned.trim().toUpperCase())
  return parts?.slice(1).join('-').toLowerCase()
}
