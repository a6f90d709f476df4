import { expect, test } from 'vitest'
import { writeRemovedEmail } from './emails'

const site = { name: 'Loom Hall' }
const publicUrl = 'https://loom.example'
const at = new Date('2026-11-21T14:02:00Z')

test('the email about a deleted account says what to do and where to write', async () => {
  const { subject, html, text } = await writeRemovedEmail(
    { at, publicUrl, contact: 'desk@loom.example' },
    site,
  )
  expect(subject).toBe('Your account is deleted')
  const read = text.replaceAll(/\s+/g, ' ')
  expect(read).toContain('deleted on Sat 21 Nov 2026, 14:02 UTC')
  expect(read).toContain('change your email password')
  expect(read).toContain('write to desk@loom.example')
  expect(html).toContain('href="mailto:desk@loom.example"')
})

test("the email about a deleted account doesn't ask for a reply if the site has no contact address", async () => {
  const { html, text } = await writeRemovedEmail({ at, publicUrl, contact: undefined }, site)
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'contact the team at Loom Hall, https://loom.example. Replies to this email aren’t read.',
  )
  for (const part of [html, text]) expect(part).not.toMatch(/write to|mailto:|undefined/i)
})
