/** An email address or full page URL as a link, written out in the HTML and the text part of an email. */
export function EmailAddress({ of }: { of: string }) {
  const href = of.includes('://') ? of : `mailto:${of}`
  return (
    <a href={href} style={{ color: 'inherit', wordBreak: 'break-word' }}>
      {of}
    </a>
  )
}
