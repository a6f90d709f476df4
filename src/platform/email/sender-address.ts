/** `Back to Back <hello@b2b.example>` -> `hello@b2b.example` */
export function parseAddress(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}

/**
 * Returns the address where people can contact the site: the contact address of the settings, otherwise the sender of
 * its emails. Undefined if no one reads email to that sender, such as `noreply@`.
 */
export function findContactAddress(
  { contactAddress, emailSender }: { contactAddress: string; emailSender: string },
  mailFrom: string,
): string | undefined {
  if (contactAddress !== '') return contactAddress
  const address = emailSender === '' ? parseAddress(mailFrom) : emailSender
  // cspell:disable-next-line
  return /^(?:no|do-?not|dont)[-_.]?repl(?:y|ies)\b/iu.test(address) ? undefined : address
}
