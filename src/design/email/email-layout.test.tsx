import { expect, test } from 'vitest'
import { EmailFacts } from './email-facts'
import { EmailLayout } from './email-layout'
import { renderEmail } from './render-email'

const email = (
  <EmailLayout
    preview="One click. The link works for 24 hours."
    stock="yellow"
    headline="Is this you, <b>Hanna</b>?"
    lead="Someone signed up."
    action={{ label: 'Verify my email address', href: 'https://b2b.example/auth/verify?token=a_b-c' }}
    reason="Not you? Do nothing."
  >
    <EmailFacts facts={[{ label: 'Order', value: 'OR-2026-10442' }]} />
  </EmailLayout>
)

test('renders the background, button, facts and footer with hex colors and without scripts', async () => {
  const { html } = await renderEmail(email, { name: 'Slipped Halves' })
  expect(html).toContain('background-color:#edf140')
  expect(html).toContain('max-width:600px')
  expect(html).toContain('href="https://b2b.example/auth/verify?token=a_b-c"')
  expect(html).toContain('OR-2026-10442')
  expect(html).toMatch(/\.key \{ width: 84px/)
  expect(html).not.toMatch(/oklch|var\(--|<script|<svg/)
})

test('contains no preload links for images', async () => {
  const { html } = await renderEmail(
    <EmailLayout
      preview="x"
      stock="mint"
      headline="x"
      picture={{ src: 'https://b2b.example/flyer.png', alt: '' }}
      reason="x"
    />,
    { name: 'Slipped Halves' },
  )
  expect(html).toMatch(/^<!DOCTYPE html/)
  expect(html).toContain('src="https://b2b.example/flyer.png"')
  expect(html).not.toContain('<link')
})

test('escapes user-written text', async () => {
  const { html } = await renderEmail(email, { name: 'Slipped Halves' })
  expect(html).not.toContain('<b>Hanna</b>')
  expect(html).toContain('&lt;b&gt;Hanna&lt;/b&gt;')
})

test('has a text part with the same content and the URL written out', async () => {
  const { text } = await renderEmail(email, { name: 'Slipped Halves' })
  expect(text).toContain('Someone signed up.')
  expect(text).toContain('https://b2b.example/auth/verify?token=a_b-c')
  expect(text).toContain('OR-2026-10442')
  expect(text).toContain('Not you? Do nothing.')
  expect(text).toContain('Slipped Halves')
  expect(text).not.toMatch(/<(table|td|p|a|style)/)
})

test('enlarges a figure to fill the width, and shows a kicker instead of the logo', async () => {
  const sizes = await Promise.all(
    ['$1,200.00', '$1,000,000.00'].map(async (headline) => {
      const { html, text } = await renderEmail(
        <EmailLayout
          preview="An offer"
          stock="lilac"
          kicker="Offer for Soft Machinery"
          headline={headline}
          isFigure
          reason="Because"
        />,
        { name: 'Slipped Halves' },
      )
      expect(text).toContain(headline)
      expect(html).toContain('Offer for Soft Machinery')
      expect(html).not.toContain('margin-bottom:72px')
      return Number(/<h1[^>]*font-size:(\d+)px/.exec(html)?.[1])
    }),
  )
  const [short = 0, long = 0] = sizes
  expect(short).toBeGreaterThan(120)
  expect(long).toBeLessThan(short)
  expect(long).toBeGreaterThan(60)
})
