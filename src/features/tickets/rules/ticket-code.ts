const PREFIX = 'B2B1'
const CODE = /^B2B1([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/

/**
 * Encodes the content of a ticket's QR code: a version and the ticket's random secret. Only digits and capitals, which
 * a QR code packs into fewer modules than mixed text, so that it scans from a dim screen.
 */
export function formatTicketCode(secret: string): string {
  return PREFIX + secret.replaceAll('-', '').toUpperCase()
}

/** Returns the secret of a scanned QR code; undefined when it is not one of our tickets. */
export function parseTicketCode(scanned: string): string | undefined {
  const parts = CODE.exec(scanned.trim().toUpperCase())
  return parts?.slice(1).join('-').toLowerCase()
}
