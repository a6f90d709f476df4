// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import type { SiteSettings } from '../contract-admin'
import { clearSettings, createSettings, leavePage, renderSettings } from './testing-settings'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearSettings()
  vi.unstubAllGlobals()
})

const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const retype = async (name: string | RegExp, text: string) => {
  await userEvent.clear(await field(name))
  if (text !== '') await userEvent.type(await field(name), text)
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
const listSaves = (asked: [string, unknown][]) =>
  asked.filter(([call]) => call === 'save').map(([, input]) => input)

describe('AD-04 settings', () => {
  test('shows all current values, and nothing to save', async () => {
    fakeServer({ get: () => createSettings() })
    await renderSettings()
    expect((await field('Name')).value).toBe('Back to Back')
    for (const name of ['Site', 'Invitations', 'Money', 'Email', 'Texts'])
      screen.getByRole('region', { name })
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Members area' }).value).toBe('signed_in')
    screen.getByText('Settings will be added here as needed.')
    screen.getByText('Leave it empty to use noreply@configured.example.')
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe(
      '/admin/audit?action=settings',
    )
    expect(screen.getByRole('button', { name: 'Save changes' })).toHaveProperty('disabled', true)
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  })

  test('lists each change with its old value and saves only changed settings', async () => {
    let settings = createSettings()
    const asked = fakeServer({
      get: () => settings,
      save: () => (settings = createSettings({ feeBasisPoints: 1200, priceDisplay: 'all_in' })),
    })
    await renderSettings()
    await retype('Service fee', '12')
    screen.getByText('Was 10%. A $16.00 ticket becomes $17.92.')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Prices shown' }), 'Fee included')
    screen.getByText('Service fee 10% to 12%, Prices shown Fee shown on its own line to Fee included')
    await save()
    await screen.findByText('Settings saved')
    expect(listSaves(asked)).toEqual([
      {
        changes: [
          { key: 'feeBasisPoints', value: 1200, version: 0 },
          { key: 'priceDisplay', value: 'all_in', version: 0 },
        ],
      },
    ])
    expect((await field('Service fee')).value).toBe('12%')
    screen.getByText('Nothing to save')
  })

  test('saves one section at a time: an edited text stays a draft, even after a reload', async () => {
    const asked = fakeServer({ get: () => createSettings(), save: () => createSettings({ holdMinutes: 15 }) })
    sessionStorage.setItem(
      'site-settings',
      JSON.stringify({ typed: JSON.stringify({ terms: { text: '## Draft', version: 0 } }) }),
    )
    await renderSettings()
    await retype('Hold minutes', '15')
    screen.getByRole('region', { name: 'Changes of Terms of Service' })
    await userEvent.click(screen.getByRole('button', { name: 'Save money' }))
    await screen.findByText('Settings saved')
    expect(listSaves(asked)).toEqual([{ changes: [{ key: 'holdMinutes', value: 15, version: 0 }] }])
    screen.getByText('Terms of Service changed')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    screen.getByText('Nothing to save')
  })

  test('typing the saved value again leaves nothing to save, and Discard reverts all drafts', async () => {
    fakeServer({ get: () => createSettings() })
    await renderSettings()
    await retype('Hold minutes', '15')
    await retype('Hold minutes', '10')
    screen.getByText('Nothing to save')
    await retype(/^Maintenance notice/, 'Back at 3')
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect((await field(/^Maintenance notice/)).value).toBe('')
  })

  test('shows an error at an invalid field, focuses it and sends nothing', async () => {
    const asked = fakeServer({ get: () => createSettings() })
    await renderSettings()
    await retype('Hold minutes', '31')
    await retype('Sender', 'hello at loom')
    await userEvent.tab()
    await screen.findByText('Enter an address such as hello@yoursite.example, or leave it empty.')
    await userEvent.click(screen.getByRole('button', { name: 'Save money' }))
    screen.getByText('Enter whole minutes from 2 to 30.')
    expect(document.activeElement).toBe(await field('Hold minutes'))
    expect((await field('Hold minutes')).getAttribute('aria-invalid')).toBe('true')
    expect(listSaves(asked)).toEqual([])
  })

  test('typed values survive a failed save, a reload and a visit to another page', async () => {
    let isBroken = true
    const asked = fakeServer({
      get: () => createSettings(),
      save: () => {
        if (isBroken) throw new TypeError('no answer')
        return createSettings({ name: 'Loom' })
      },
    })
    await renderSettings()
    await retype('Name', 'Loom')
    await save()
    await screen.findByText('Nothing was saved')
    screen.getByText('We couldn’t reach the server. Check your connection and try again.')
    leavePage()
    await renderSettings()
    expect((await field('Name')).value).toBe('Loom')
    isBroken = false
    await save()
    await screen.findByText('Settings saved')
    expect(listSaves(asked)).toHaveLength(2)
  })

  test('text typed during a save stays, and can be saved next', async () => {
    const first = Promise.withResolvers<SiteSettings>()
    let settings = createSettings()
    const asked = fakeServer({ get: () => settings, save: () => first.promise })
    await renderSettings()
    await retype('Hold minutes', '15')
    await save()
    await retype('Hold minutes', '20')
    settings = createSettings({ holdMinutes: 15 })
    first.resolve(settings)
    await screen.findByText('Settings saved')
    expect((await field('Hold minutes')).value).toBe('20')
    await save()
    expect(listSaves(asked)[1]).toEqual({ changes: [{ key: 'holdMinutes', value: 20, version: 1 }] })
  })

  test('leaving with unsaved changes asks for confirmation and lists them', async () => {
    fakeServer({ get: () => createSettings() })
    await renderSettings()
    await retype('Name', 'Loom')
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }))
    dialog.getByText(/^Name Back to Back to Loom\./)
    await userEvent.click(dialog.getByRole('button', { name: 'Stay' }))
    expect((await field('Name')).value).toBe('Loom')
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await screen.findByRole('heading', { name: 'Another page' })
  })
})

describe('AD-04 the rest of the page', () => {
  test('sends a test email from the entered address and shows the result below the button', async () => {
    const asked = fakeServer({
      get: () => createSettings(),
      testEmail: () => ({ isSent: false, message: 'Not sent. The mail server said: 550 no' }),
    })
    await renderSettings()
    await retype('Sender', 'hello@loom.example')
    await userEvent.click(screen.getByRole('button', { name: 'Send test email' }))
    const words = await screen.findByText('Not sent. The mail server said: 550 no')
    expect(words.className).toBe('field-error')
    expect(asked).toContainEqual(['testEmail', { sender: 'hello@loom.example' }])
    await userEvent.type(await field('Sender'), 'x')
    screen.getByText('We send it to hanna@loom.example.')
  })

  test('an admin without an email is shown that there is no recipient', async () => {
    fakeServer({ get: () => createSettings() })
    await renderSettings(null)
    await screen.findByText('To receive the test email, add your email in your account settings.')
  })

  test('a text can be previewed, saved and reset to the default', async () => {
    const asked = fakeServer({
      get: () => createSettings({ terms: '## Mine' }),
      save: () => createSettings({}, 2),
      previewText: (input) => ({
        sections: [{ title: null, html: `<p>Read: ${(input as { markdown: string }).markdown.length}</p>` }],
      }),
    })
    await renderSettings()
    await screen.findByText(/^Changed \d+ \w{3} \d{4} by Juno Okafor$/)
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Terms of Service' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Terms of Service' }))
    await dialog.findByText('Read: 7')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), ', 1')
    await dialog.findByText('Read: 10')
    await userEvent.click(dialog.getByRole('button', { name: 'Restore the default text' }))
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toContain(
      '## Who may join',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    screen.getByText('Not saved')
    await save()
    await screen.findByText('Settings saved')
    expect(listSaves(asked)).toEqual([{ changes: [{ key: 'terms', value: '', version: 1 }] }])
  })

  test('restoring an earlier value fills in its field, to be saved like any edit', async () => {
    fakeServer({
      get: () => createSettings({ feeBasisPoints: 1200 }),
      history: () => ({
        changes: [
          { id: '2', key: 'feeBasisPoints', at: '2026-11-20T10:00:00Z', by: null, from: 1000, to: 1200 },
          {
            id: '1',
            key: 'feeBasisPoints',
            at: '2026-11-19T10:00:00Z',
            by: 'Juno Okafor',
            from: 1200,
            to: 1000,
          },
        ],
        nextCursor: null,
      }),
    })
    await renderSettings()
    await userEvent.click(await screen.findByRole('button', { name: 'Restore a value' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Earlier values' }))
    await drawer.findByText('Service fee 10% to 12%')
    drawer.getByText('Current value')
    await userEvent.click(drawer.getByRole('button', { name: /^Restore Service fee/ }))
    expect((await field('Service fee')).value).toBe('10%')
    screen.getByText('Service fee 12% to 10%')
  })

  test('shows an empty history, and an error when it fails to load', async () => {
    let isBroken = true
    fakeServer({
      get: () => createSettings(),
      history: () => {
        if (isBroken) throw new TypeError('no answer')
        return { changes: [], nextCursor: null }
      },
    })
    await renderSettings()
    await userEvent.click(await screen.findByRole('button', { name: 'Restore a value' }))
    await screen.findByText('We couldn’t reach the server. Check your connection and try again.')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('No changes yet.')
  })
})
