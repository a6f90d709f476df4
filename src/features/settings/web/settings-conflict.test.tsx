// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { fillField } from '~tests/support/fill-field'
import { clearSettings, createConflictError, createSettings, renderSettings } from './testing-settings'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearSettings()
  vi.unstubAllGlobals()
})

type Save = { changes: { key: string; value: string | number; version: number }[] }

const getField = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const dialog = ['dialog', { name: 'Someone else changed this' }] as const
const saveMoney = () => userEvent.click(screen.getByRole('button', { name: 'Save money' }))

/** Presses a button by keyboard. */
async function press(name: string): Promise<void> {
  const button = screen.getByRole('button', { name })
  for (let tabs = 0; tabs < 5 && document.activeElement !== button; tabs += 1) await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
}

/**
 * Creates a conflict: Juno changed the fee and the name while this admin was typing the fee, the hold minutes and the
 * notice.
 */
async function createConflict() {
  const theirs = { feeBasisPoints: 1200, name: 'Loom' }
  const server = { settings: createSettings(), isBroken: false }
  const saves: Save[] = []
  fakeServer({
    get: () => server.settings,
    save: (input: Save) => {
      saves.push(input)
      if (server.isBroken) throw new TypeError('no answer')
      server.settings =
        input.changes[0]?.version === 1
          ? createSettings({ ...theirs, feeBasisPoints: 1500, holdMinutes: 15 }, 2)
          : createSettings(theirs)
      if (server.settings.versions.feeBasisPoints === 1) throw createConflictError('feeBasisPoints', 1200)
      return server.settings
    },
  })
  await renderSettings()
  await fillField(await screen.findByRole('textbox', { name: 'Service fee' }), '15')
  await fillField(getField('Hold minutes'), '15')
  await fillField(getField(/^Maintenance notice/), 'Back at 3')
  await saveMoney()
  await screen.findByRole(...dialog)
  return { saves, server }
}

const listMine = (version: number): Save => ({
  changes: [
    { key: 'feeBasisPoints', value: 1500, version },
    { key: 'holdMinutes', value: 15, version: 0 },
  ],
})

test('AD-04 after another admin’s change, Keep mine overwrites it with the whole section', async () => {
  const { saves } = await createConflict()
  screen.getByText(/^Juno Okafor changed “Service fee” to 12% 1 minute ago\. Reload shows/)
  expect(screen.queryByText('Nothing was saved')).toBeNull()
  await press('Keep mine')
  await screen.findByText('Settings saved')
  expect(saves).toEqual([listMine(0), listMine(1)])
  expect(screen.queryByRole(...dialog)).toBeNull()
  expect(getField('Service fee').value).toBe('15%')
  expect(getField(/^Maintenance notice/).value).toBe('Back at 3')
})

test('AD-04 after another admin’s change, Reload shows the saved section', async () => {
  const { saves } = await createConflict()
  await press('Reload')
  expect(screen.queryByRole(...dialog)).toBeNull()
  expect(getField('Service fee').value).toBe('12%')
  expect(getField('Hold minutes').value).toBe('10')
  expect(saves).toHaveLength(1)
  // These fields are in other sections: a draft stays, and a field without a draft shows the newer value.
  expect(getField(/^Maintenance notice/).value).toBe('Back at 3')
  expect(getField('Name').value).toBe('Loom')
})

test('AD-04 a failed Keep mine keeps the typed values, and the next save asks again', async () => {
  const { saves, server } = await createConflict()
  server.isBroken = true
  await press('Keep mine')
  await screen.findByText('Nothing was saved')
  expect(getField('Service fee').value).toBe('15')
  expect(getField('Hold minutes').value).toBe('15')
  server.isBroken = false
  await saveMoney()
  await screen.findByRole(...dialog)
  expect(saves.at(-1)).toEqual(listMine(0))
})

test('AD-04 a save fails and keeps the typed values when the newest settings can’t be read', async () => {
  const settings = [createSettings()]
  fakeServer({
    get: () => {
      const next = settings.pop()
      if (next) return next
      throw new TypeError('no answer')
    },
    save: () => {
      throw createConflictError('feeBasisPoints', 1200)
    },
  })
  await renderSettings()
  await fillField(await screen.findByRole('textbox', { name: 'Service fee' }), '15')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Nothing was saved')
  expect(screen.queryByRole(...dialog)).toBeNull()
  expect(getField('Service fee').value).toBe('15')
})
