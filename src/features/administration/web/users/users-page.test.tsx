// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer } from '~tests/support/fake-server'
import { clearParts, renderPart } from '../testing-parts'
import { counts, hanna, mara, createPage, getRow, temi, UsersScreen } from './testing-users'

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })))
afterEach(() => {
  clearParts()
  vi.unstubAllGlobals()
})

const cells = (name: string) =>
  within(getRow(name))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
describe('AD-05 user list', () => {
  test('shows every account, and the number of each kind', async () => {
    fakeServer({ list: () => createPage([hanna, temi, mara], { nextCursor: 'n' }), counts: () => counts })
    await renderPart(<UsersScreen />)
    await screen.findByText('1–3 of 1,284')
    expect(cells('Temi')[2]).toContain('user')
    expect(cells('Temi')[3]).toBe('Unverified')
    expect(cells('Temi')[4]).toBe('5 May 2026')
    expect(cells('Hanna')[2]).toContain('No role')
    expect(within(getRow('Mara')).getByText('admin').className).toContain('red')
    expect(within(getRow('Mara')).getByText('moderator').className).toContain('orange')
    expect(within(getRow('Temi')).getByText('user').className).toContain('blue')
    expect(screen.getByRole('button', { name: 'Unverified 211' }).getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('link', { name: /Temi Adeyemi/ }).getAttribute('href')).toBe('/admin/users/temi')
  })

  test('shows the phone number of an account without email, or says that there is none', async () => {
    const ana = { ...hanna, id: 'ana', fullName: 'Ana Reyes', email: null, phone: '+447700900123' }
    const ned = { ...hanna, id: 'ned', fullName: 'Ned Low', email: null }
    fakeServer({ list: () => createPage([ana, ned, temi]), counts: () => counts })
    await renderPart(<UsersScreen />)
    await screen.findByText('Ana Reyes')
    expect(cells('Ana')[1]).toBe('+447700900123')
    expect(cells('Ned')[1]).toBe('No email')
    expect(cells('Temi')[1]).toBe('temi@adeyemi.example')
  })

  test('searches while typing, from the first page', async () => {
    const calls = fakeServer({ list: () => createPage([temi]), counts: () => counts })
    const onSearch = vi.fn<(search: object) => void>()
    await renderPart(<UsersScreen start={{ after: 'page2' }} onSearch={onSearch} />)
    const field = screen.getByRole('searchbox', { name: 'Search users' })
    await userEvent.type(field, 'temi')
    await waitFor(() =>
      expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ q: 'temi', after: undefined })),
    )
    await waitFor(() =>
      expect(calls).toContainEqual(['list', { q: 'temi', filter: 'all', sort: 'joined', direction: 'desc' }]),
    )
    expect(document.activeElement).toBe(field)
    await screen.findByText('1 of 1')
  })

  test('sorts by column and shows the sort direction', async () => {
    const calls = fakeServer({ list: () => createPage([temi]), counts: () => counts })
    await renderPart(<UsersScreen />)
    const head = (name: string) => screen.getByRole('columnheader', { name })
    await screen.findByRole('columnheader', { name: 'Joined' })
    expect(head('Joined').getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(screen.getByRole('button', { name: 'User' }))
    expect(head('User').getAttribute('aria-sort')).toBe('ascending')
    expect(head('Joined').getAttribute('aria-sort')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'User' }))
    expect(head('User').getAttribute('aria-sort')).toBe('descending')
    await waitFor(() =>
      expect(calls.at(-1)).toEqual(['list', { filter: 'all', sort: 'name', direction: 'desc' }]),
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Email, A to Z')
    await waitFor(() =>
      expect(calls.at(-1)).toEqual(['list', { filter: 'all', sort: 'email', direction: 'asc' }]),
    )
  })

  test('pages through users, and a filter restarts at the first page', async () => {
    const calls = fakeServer({
      list: ({ after }: { after?: string }) =>
        after
          ? createPage([hanna], { from: 26, previousCursor: 'back' })
          : createPage([temi], { nextCursor: 'on' }),
      counts: () => ({ ...counts, all: 26 }),
    })
    await renderPart(<UsersScreen />)
    const previous = await screen.findByRole('button', { name: 'Previous' })
    expect(previous.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('26 of 26')
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(calls.at(-1)?.[1]).toMatchObject({ before: 'back' }))
    await userEvent.click(screen.getByRole('button', { name: /^Admin/ }))
    await waitFor(() =>
      expect(calls.at(-1)).toEqual(['list', { filter: 'admin', sort: 'joined', direction: 'desc' }]),
    )
    expect(screen.getByRole('link', { name: /Export/ }).getAttribute('href')).toBe(
      '/admin/users.csv?filter=admin',
    )
  })

  test('a search without results offers to show all users', async () => {
    fakeServer({ list: ({ q }: { q?: string }) => createPage(q ? [] : [temi]), counts: () => counts })
    await renderPart(<UsersScreen start={{ q: 'nobody' }} />)
    await screen.findByText('No users found')
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }))
    await screen.findByRole('link', { name: /Temi/ })
  })

  test('AD-08 a failed load is reported and can be retried', async () => {
    const responses: Parameters<typeof fakeServer>[0] = { counts: () => counts }
    fakeServer(responses)
    await renderPart(<UsersScreen />)
    await waitFor(() => expect(screen.getAllByText('Failed to load users')).toHaveLength(2))
    responses['list'] = () => createPage([temi])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('link', { name: /Temi/ })
    await waitFor(() => expect(screen.queryByText('Failed to load users')).toBeNull())
  })
})
