/** `Back to Back <hello@b2b.example>` -> `hello@b2b.example` */
export function addressOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim()
}

/**
 * Where people can write to the house: where its mails come from, as the settings or else the configuration have it. Undefined where
 * the address itself says that nobody reads what is sent there.
 */
export function findContact({ mailSender }: { mailSender: string }, mailFrom: string): string | undefined {
  const address = mailSender === '' ? addressOf(mailFrom) : mailSender
  return /^(?:no|do-?not|dont)[-_.]?repl(?:y|ies)\b/iu.test(address) ? undefined : address
}
