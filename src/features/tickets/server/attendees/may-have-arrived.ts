const BROKEN = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'])

/**
 * Whether a mail that failed may have reached the mail server all the same: the line broke, without an answer, after its words had begun to
 * go out. An answer of the server, or a line that never stood, says that it did not.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('responseCode' in error && typeof error.responseCode === 'number') return false
  const code = 'code' in error ? String(error.code) : ''
  const command = 'command' in error ? String(error.command) : ''
  return BROKEN.has(code) && !/^(?:CONN|EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO)/u.test(command)
}
