// @vitest-environment jsdom
import { ORPCError } from '@orpc/client'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fillField } from '~tests/support/fill-field'
import { fakeServer } from '~tests/support/fake-server'
import type { MyProfile, ProfileInput } from '../../contract-shapes'
import { clearParts } from '../testing-parts'
import { listenToToasts, profile, renderProfile } from './testing-profile'

afterEach(() => {
  clearParts()
  vi.restoreAllMocks()
})

const withValues = (values: Partial<MyProfile['values']>): MyProfile => ({
  ...profile,
  values: { ...profile.values, ...values },
})
const createSaved = ({ bio, fullName }: ProfileInput) =>
  withValues({ bio: bio ?? null, fullName: fullName ?? '', version: '2' })
const getField = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save changes' })
const getTab = (name: string) => screen.getByRole('tab', { name })
const refill = (name: string | RegExp, text: string) => fillField(getField(name), text)

test('PR-01 shows three tabs and a read-only email with a link to the settings', async () => {
  await renderProfile()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual([
    'Basic Info',
    'Professional Details',
    'Member Types',
  ])
  expect(getField('Email').readOnly).toBe(true)
  const change = screen.getByRole('link', { name: 'Change it in your settings' })
  expect(change.getAttribute('href')).toBe('/dashboard/settings#account')
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull()
  expect(screen.getByText(/Viewed 2,406 times\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View as others see it' }).getAttribute('href')).toBe('/dj/mara')
  expect(save()).toHaveProperty('disabled', true)
})

test('a phone-only account sees that it has no email', async () => {
  await renderProfile({ ...profile, email: null })
  expect([getField('Email').value, getField('Email').placeholder]).toEqual(['', 'No email'])
  screen.getByText(/^You sign in with your phone\./)
  const add = screen.getByRole('link', { name: 'Add an email address in your settings' })
  expect(add.getAttribute('href')).toBe('/dashboard/settings#account')
})

test('PR-02 shows DJ Name, Genre and Price Range to DJs only', async () => {
  await renderProfile({ ...profile, memberTypes: ['agent'] })
  expect(screen.queryByRole('textbox', { name: 'DJ Name' })).toBeNull()
  expect(screen.getByRole('link', { name: 'View as others see it' }).getAttribute('href')).toBe(
    '/dashboard/members/mara',
  )
  await userEvent.click(getTab('Professional Details'))
  expect(screen.queryByRole('group', { name: 'Genre' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Price Range' })).toBeNull()
  expect(getField('Rate per event').value).toBe('$1,200.00')

  await userEvent.click(getTab('Member Types'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'DJ' }))
  await userEvent.click(getTab('Professional Details'))
  expect(screen.getByRole('group', { name: 'Genre' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Price Range' })).toBeTruthy()
})

test('PR-02 saves all tabs together and shows a confirmation', async () => {
  const { messages } = listenToToasts()
  const calls = fakeServer({ saveProfile: createSaved, myProfile: () => profile })
  const { onIdentityChanged } = await renderProfile()
  await refill('Bio', 'New bio')
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
  await userEvent.click(getTab('Professional Details'))
  await refill('Deposit', '30')
  await userEvent.click(getTab('Basic Info'))
  expect(screen.getByText('2 unsaved changes').getAttribute('title')).toBe('Bio, Deposit')
  await userEvent.click(save())
  await waitFor(() => expect(messages).toEqual(['success: Profile updated successfully!']))
  expect(calls).toEqual([
    ['saveProfile', expect.objectContaining({ bio: 'New bio', depositPercent: 30, version: '1' })],
  ])
  expect(onIdentityChanged).toHaveBeenCalled()
})

test('PR-02 a failed save shows the server’s message and keeps the input', async () => {
  const { messages } = listenToToasts()
  fakeServer({
    saveProfile: () => {
      throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'The record skipped. Try again.' })
    },
  })
  await renderProfile()
  await refill('Bio', 'Still here')
  await userEvent.click(save())
  await waitFor(() => expect(messages).toEqual(['error: The record skipped. Try again.']))
  expect(getField('Bio').value).toBe('Still here')
  expect(screen.getByText('1 unsaved change')).toBeTruthy()
})

test('opens the tab with an error from the server, and focuses its field', async () => {
  listenToToasts()
  fakeServer({
    saveProfile: () => {
      throw new ORPCError('BAD_PROFILE', {
        status: 422,
        message: 'Some fields are invalid. Check the marked fields.',
        data: {
          fields: [
            { path: 'socialLinks.1.url', message: 'This isn’t a public web address. Check the spelling.' },
          ],
        },
      })
    },
  })
  await renderProfile()
  await refill('Website address', 'voss.exampel')
  await userEvent.click(getTab('Professional Details'))
  await userEvent.click(save())
  expect(await screen.findByText('This isn’t a public web address. Check the spelling.')).toBeTruthy()
  const address = getField('Website address')
  await waitFor(() => expect(document.activeElement).toBe(address))
  expect(address.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(address, '!')
  expect(screen.queryByText('This isn’t a public web address. Check the spelling.')).toBeNull()
})

test('does not send the profile if a value is invalid', async () => {
  const { messages } = listenToToasts()
  const calls = fakeServer({})
  await renderProfile(profile, 'professional')
  await refill('Rate per event', 'a lot')
  await userEvent.click(getTab('Basic Info'))
  await userEvent.click(save())
  await waitFor(() => expect(document.activeElement).toBe(getField('Rate per event')))
  expect(messages).toEqual(['error: Some fields are invalid. Check the marked fields.'])
  expect(calls).toEqual([])
})

test.each(['Control', 'Meta'])('%s+S saves the profile', async (key) => {
  const { messages } = listenToToasts()
  fakeServer({ saveProfile: createSaved })
  await renderProfile()
  await refill('Bio', 'By keyboard')
  await userEvent.keyboard(`{${key}>}s{/${key}}`)
  await waitFor(() => expect(messages).toEqual(['success: Profile updated successfully!']))
})

test('Discard restores the saved values, and can be undone', async () => {
  const { messages, press } = listenToToasts()
  await renderProfile()
  await refill('Location', 'Leipzig')
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(getField('Location').value).toBe('Berlin, DE')
  expect(messages).toEqual(['info: Changes discarded'])
  act(press)
  expect(getField('Location').value).toBe('Leipzig')
})

test('asks before leaving only if there are unsaved changes', async () => {
  const { router, path } = await renderProfile()
  await refill('Location', 'Leipzig')
  void router.navigate({ to: '/elsewhere' as never })
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('1 unsaved change: Location.')
  await userEvent.click(within(question).getByRole('button', { name: 'Stay' }))
  expect(path()).toBe('/dashboard/profile')
  expect(getField('Location').value).toBe('Leipzig')

  void router.navigate({ to: '/elsewhere' as never })
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(path()).toBe('/elsewhere'))
})

test('saves without asking when another window changed only the picture', async () => {
  const { messages } = listenToToasts()
  const newest = withValues({ version: '5' })
  const calls = fakeServer({
    saveProfile: ({ version, ...rest }: ProfileInput) => {
      if (version !== '5') throw new ORPCError('CHANGED', { status: 409, message: 'Changed.' })
      return createSaved({ version, ...rest })
    },
    myProfile: () => newest,
  })
  await renderProfile()
  await refill('Bio', 'Mine')
  await userEvent.click(save())
  await waitFor(() => expect(messages).toEqual(['success: Profile updated successfully!']))
  expect(calls.at(-1)).toEqual(['saveProfile', expect.objectContaining({ bio: 'Mine', version: '5' })])
})

/** Another window changed the location while the bio was typed here. */
async function createConflict() {
  const calls = fakeServer({
    saveProfile: ({ version, ...rest }: ProfileInput) => {
      if (version !== '5') throw new ORPCError('CHANGED', { status: 409, message: 'Changed.' })
      return createSaved({ version, ...rest })
    },
    myProfile: () => withValues({ location: 'Leipzig, DE', version: '5' }),
  })
  await renderProfile()
  await refill('Bio', 'Mine')
  await userEvent.click(save())
  const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this' })
  // The dialog has no close button: the person must choose one of the two versions.
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Reload', 'Keep mine'])
  await userEvent.keyboard('{Escape}')
  expect(dialog.isConnected).toBe(true)
  return calls
}

test('after a change in another window, Keep mine overwrites it with the whole form', async () => {
  const { messages } = listenToToasts()
  const calls = await createConflict()
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(messages).toEqual(['success: Profile updated successfully!']))
  expect(calls.at(-1)).toEqual([
    'saveProfile',
    expect.objectContaining({ bio: 'Mine', location: 'Berlin, DE', version: '5' }),
  ])
})

test('after a change in another window, Reload shows the saved version', async () => {
  await createConflict()
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
  await waitFor(() => expect(getField('Location').value).toBe('Leipzig, DE'))
  expect(getField('Bio').value).not.toBe('Mine')
  expect(screen.getByText('Nothing to save')).toBeTruthy()
})

test('MT-02 saves member types from their tab, and requires one', async () => {
  const { messages } = listenToToasts()
  const calls = fakeServer({
    saveMemberTypes: ({ types }: { types: MyProfile['memberTypes'] }) => ({ ...profile, memberTypes: types }),
  })
  await renderProfile({ ...profile, memberTypes: ['dj'] }, 'types')
  expect(
    screen.getByText('Without DJ, your genre, DJ name and price range are saved but not shown.'),
  ).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'DJ' }))
  await userEvent.click(save())
  expect(messages).toEqual(['error: Please select at least one member type'])
  expect(calls).toEqual([])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Agent' }))
  await userEvent.click(save())
  await waitFor(() => expect(messages.at(-1)).toBe('success: Profile updated successfully!'))
  expect(calls).toEqual([['saveMemberTypes', { types: ['agent'] }]])
})

test('the profile form has a switch for the visibility of the profile', async () => {
  const calls = fakeServer({ saveProfile: createSaved })
  listenToToasts()
  await renderProfile()
  await userEvent.click(screen.getByRole('switch', { name: 'Show my profile to others' }))
  await userEvent.click(save())
  await waitFor(() => expect(calls[0]).toEqual(['saveProfile', expect.objectContaining({ isPublic: false })]))
})
