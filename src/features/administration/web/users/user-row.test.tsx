// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusal } from '~tests/support/refusal'
import { fakeServer } from '~tests/support/fake-server'
import { clearParts, renderPart } from '../testing-parts'
import {
  chooseFrom,
  counts,
  hanna,
  mara,
  openMenu,
  createPage,
  getRow,
  temi,
  UsersScreen,
} from './testing-users'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const cells = (name: string) =>
  within(getRow(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
describe('AD-06 AD-07 a user row', () => {
  test('a user row offers the actions that the admin can take', async () => {
    fakeServer({ list: () => createPage([temi, mara]), counts: () => counts })
    await renderPart(<UsersScreen />)
    await screen.findByRole('link', { name: /Temi/ })
    expect(await openMenu('Temi Adeyemi')).toEqual([
      'Assign moderator',
      'Verify user',
      'Copy email',
      'View',
      'Suspend…',
      'Delete user',
    ])
    await userEvent.keyboard('{Escape}')
    // The admin’s own row offers no deletion, suspension or role change.
    expect(await openMenu('Mara Voss')).toEqual(['Unverify user', 'Copy email', 'View'])
  })

  test('the dialog for a suspension can be cancelled', async () => {
    const calls = fakeServer({ list: () => createPage([temi]), counts: () => counts })
    await renderPart(<UsersScreen />)
    await screen.findByRole('link', { name: /Temi/ })
    await openMenu('Temi Adeyemi')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Suspend…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Temi Adeyemi' }))
    expect(dialog.getByRole('button', { name: 'Suspend Temi Adeyemi' }).className).toContain('danger')
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.map(([name]) => name)).not.toContain('suspend')
  })

  test('does not offer to delete another admin', async () => {
    fakeServer({ list: () => createPage([{ ...mara, id: 'other' }]), counts: () => counts })
    await renderPart(<UsersScreen />)
    await screen.findByRole('link', { name: /Mara/ })
    expect(await openMenu('Mara Voss')).not.toContain('Delete user')
  })

  test('a changed row is updated in place, and stays although it no longer matches the filter', async () => {
    const listed = [temi, hanna]
    const calls = fakeServer({
      list: () => createPage([...listed]),
      counts: () => counts,
      setVerified: () => {
        listed.shift()
        return {}
      },
    })
    await renderPart(<UsersScreen start={{ filter: 'unverified' }} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Verify Temi Adeyemi' }))
    await screen.findByText('User verified')
    expect(cells('Temi')[3]).toContain('Verified')
    await waitFor(() => expect(calls.filter(([name]) => name === 'list')).toHaveLength(2))
    await waitFor(() => expect(screen.getAllByRole('row')[1]).toBe(getRow('Temi')))
    expect(screen.queryByRole('button', { name: 'Verify Temi Adeyemi' })).toBeNull()
    expect(calls).toContainEqual(['setVerified', { id: 'temi', isVerified: true }])
  })

  test('assigns and removes the moderator role, and Undo restores it', async () => {
    let roles = temi.roles
    const calls = fakeServer({
      list: () => createPage([{ ...temi, roles }]),
      counts: () => counts,
      assignRole: () => {
        roles = ['moderator', 'user']
        return {}
      },
      removeRole: () => {
        roles = ['user']
        return {}
      },
    })
    await renderPart(<UsersScreen />)
    await screen.findByRole('link', { name: /Temi/ })
    await chooseFrom('Temi Adeyemi', 'Assign moderator')
    await screen.findByText('Assigned moderator role')
    within(getRow('Temi')).getByText('moderator')
    await chooseFrom('Temi Adeyemi', 'Remove moderator')
    await screen.findByText('Removed moderator role')
    screen.getByRole('button', { name: 'Undo' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(within(getRow('Temi')).queryByText('moderator')).not.toBeNull())
    const writes = calls.filter(([name]) => name.endsWith('Role'))
    expect(writes.map(([name]) => name)).toEqual(['assignRole', 'removeRole', 'assignRole'])
    expect(writes[0]?.[1]).toEqual({ id: 'temi', role: 'moderator' })
  })

  test.each([
    ['Assign moderator', 'Failed to assign moderator role', temi],
    ['Remove moderator', 'Failed to remove moderator role', { ...temi, roles: ['moderator' as const] }],
    ['Verify user', 'Failed to update verification status', temi],
  ])('a failed “%s” shows the reason and refetches the list', async (item, text, user) => {
    const refuse = () => {
      throw refusal('NOT_FOUND', 'This account no longer exists.')
    }
    const calls = fakeServer({
      list: () => createPage([user]),
      counts: () => counts,
      assignRole: refuse,
      removeRole: refuse,
      setVerified: refuse,
    })
    await renderPart(<UsersScreen />)
    await screen.findByRole('link', { name: /Temi/ })
    await chooseFrom('Temi Adeyemi', item)
    const toast = (await screen.findByText(text)).closest('[role=alert]')
    expect(toast?.textContent).toContain('This account no longer exists.')
    await waitFor(() => expect(calls.filter(([name]) => name === 'list')).toHaveLength(2))
  })

  test('ignores further actions while one is running', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    const calls = fakeServer({
      list: () => createPage([temi]),
      counts: () => counts,
      setVerified: () => promise,
    })
    await renderPart(<UsersScreen />)
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Verify Temi Adeyemi' }))
    await waitFor(() => expect(getRow('Temi').getAttribute('aria-busy')).toBe('true'))
    await chooseFrom('Temi Adeyemi', 'Verify user')
    resolve({})
    await screen.findByText('User verified')
    expect(calls.filter(([name]) => name === 'setVerified')).toHaveLength(1)
  })

  test('a user row shows a suspension and can end it', async () => {
    const until = '2026-12-04T22:59:59.000Z'
    const calls = fakeServer({
      list: () => createPage([{ ...temi, suspendedUntil: until }]),
      counts: () => counts,
      endSuspension: () => ({}),
    })
    await renderPart(<UsersScreen />)
    await screen.findByTitle('Until 4 Dec 2026')
    await chooseFrom('Temi Adeyemi', 'End suspension')
    await screen.findByText('Suspension ended')
    expect(calls).toContainEqual(['endSuspension', { id: 'temi', was: until }])
  })
})
