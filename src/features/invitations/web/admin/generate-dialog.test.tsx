// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { fakeServer } from '~tests/support/fake-server'
import { breakDown, button, clearInvitations, openCode, renderWithToasts } from '../testing-invitations'
import { GenerateCodeButtons } from './generate-code-buttons'

let calls: ReturnType<typeof fakeServer>
let isBroken = false
const shown: (readonly string[])[] = []
beforeEach(async () => {
  isBroken = false
  shown.length = 0
  calls = fakeServer({
    generate: ({ count = 1, emails }: { count?: number; emails?: string[] }) => {
      if (isBroken) breakDown()
      const emailed = emails?.filter((email) => !email.startsWith('juno')) ?? []
      return {
        codes: Array.from({ length: emails ? emailed.length : count }, (_, n) => ({
          ...openCode,
          id: `c${n}`,
          sentTo: emailed[n] ?? null,
        })),
        alreadyMembers: emails?.filter((email) => email.startsWith('juno')) ?? [],
      }
    },
  })
  await renderWithToasts(<GenerateCodeButtons onGenerated={(ids) => shown.push(ids)} />)
  await userEvent.click(button('Generate several codes, add a note, or email them'))
})
afterEach(clearInvitations)

const many = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'How many' })
const note = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Note/ })
const addresses = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Email them to/ })
const submit = () => userEvent.click(button(/^Generate( \d+)?( and email)?$/))

test('AD-09 generates several codes with a note and an expiry', async () => {
  await userEvent.clear(many())
  await userEvent.type(many(), '12')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Expires' }), 'Never')
  await fillField(note(), 'For the Leipzig crew')
  await userEvent.click(button('Generate 12'))
  expect(await screen.findByText('Invitation code generated!')).toBeTruthy()
  expect(screen.getByText('12 of them.')).toBeTruthy()
  expect(button('Copy all')).toBeTruthy()
  expect(calls).toEqual([['generate', { count: 12, note: 'For the Leipzig crew', expires: 'never' }]])
  expect(shown[0]).toHaveLength(12)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('AD-09 generates one code per address, and names addresses of members that got none', async () => {
  await fillField(addresses(), 'lea@nachtamt.example\nJuno <juno@okafor.example>')
  expect(many().value).toBe('2')
  expect(many().readOnly).toBe(true)
  await userEvent.click(button('Generate 2 and email'))
  expect(
    await screen.findByText('An email is on its way. Already members: juno@okafor.example.'),
  ).toBeTruthy()
  const [[, input] = []] = calls
  expect(input).toEqual({
    emails: ['juno@okafor.example', 'lea@nachtamt.example'],
    expires: { days: 7 },
  })
})

test('AD-09 shows errors at invalid fields and sends nothing', async () => {
  await userEvent.clear(many())
  await userEvent.type(many(), '51')
  await submit()
  expect(screen.getByText('Enter a number from 1 to 50.')).toBeTruthy()
  await fillField(addresses(), 'lea@nachtamt.example marco@')
  await submit()
  expect(screen.getByText('marco@ isn’t a valid address.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('AD-09 keeps typed text after a failure, even when the dialog is closed and opened again', async () => {
  isBroken = true
  await fillField(note(), 'For the Leipzig crew')
  await submit()
  expect(await screen.findByText('Failed to generate invitation')).toBeTruthy()
  expect(note().value).toBe('For the Leipzig crew')
  await userEvent.click(button('Cancel'))
  await userEvent.click(button('Generate several codes, add a note, or email them'))
  expect(note().value).toBe('For the Leipzig crew')
  isBroken = false
  await submit()
  expect(await screen.findByText('Invitation code generated!')).toBeTruthy()
})
