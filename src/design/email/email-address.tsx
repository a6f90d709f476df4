/** A mailbox to write to, or a page with its whole address: both parts of an email show it. */
export function EmailAddress({ of }: { of: string }) {
  const href = of.includes('://') ? of : `mailto:${of}`
  return (
    <a href={href} style={{ color: 'inherit', wordBreak: 'break-word' }}>
      {of}
    </a>
  )
}
