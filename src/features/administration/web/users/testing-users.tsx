import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import type { UserCounts, UserDetail, UserRow } from '../../contract-users-shapes'
import { UsersPage } from './users-page'
import type { UsersSearch } from './users-search'

export const temi: UserRow = {
  id: 'temi',
  fullName: 'Temi Adeyemi',
  djName: 'DJ Temi',
  email: 'temi@adeyemi.example',
  phone: null,
  avatarUrl: null,
  roles: ['user'],
  isVerified: false,
  joinedAt: '2026-05-05T16:40:00.000Z',
  suspendedUntil: null,
}

export const hanna: UserRow = {
  ...temi,
  id: 'hanna',
  fullName: 'Hanna Wolff',
  djName: null,
  email: 'hanna@wolff.example',
  roles: [],
  joinedAt: '2026-05-20T09:00:00.000Z',
}

export const mara: UserRow = {
  ...temi,
  id: 'mara',
  fullName: 'Mara Voss',
  djName: null,
  email: 'mara@voss.example',
  roles: ['admin', 'moderator'],
  isVerified: true,
  joinedAt: '2026-02-03T09:00:00.000Z',
}

export const counts: UserCounts = {
  all: 1284,
  admin: 3,
  moderator: 14,
  user: 1267,
  customer: 9,
  unverified: 211,
  suspended: 1,
}

export function createPage(
  users: readonly UserRow[],
  values: Partial<{ from: number; nextCursor: string | null; previousCursor: string | null }> = {},
) {
  return { users, from: 1, nextCursor: null, previousCursor: null, ...values }
}

export function createDetail(row: UserRow, values: Partial<UserDetail> = {}): UserDetail {
  return {
    ...row,
    location: 'Lagos, NG',
    isYou: false,
    isLastAdmin: false,
    suspendedReason: null,
    isEmailVerified: true,
    lastSignedInAt: '2026-11-20T10:12:00.000Z',
    memberTypes: ['DJ'],
    connections: 98,
    bookings: 11,
    orders: { count: 4, totals: [{ currency: 'USD', cents: 16_280 }] },
    reportsAgainst: 1,
    invitedBy: { id: 'mara', name: 'Mara Voss', avatarUrl: null },
    invited: { direct: 1, behind: 5, codesLeft: 2 },
    ...values,
  }
}

/** The page of all users; a state replaces the URL. `onSearch` is called with every search. */
export function UsersScreen({
  start,
  onSearch,
}: {
  start?: UsersSearch
  onSearch?: (search: UsersSearch) => void
}) {
  const [search, setSearch] = useState(start ?? {})
  useEffect(() => onSearch?.(search), [search, onSearch])
  return <UsersPage meId="mara" search={search} onSearchChange={setSearch} />
}

export const getRow = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

export async function openMenu(name: string): Promise<(string | null)[]> {
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  const items = await screen.findAllByRole('menuitem')
  return items.map((item) => item.textContent)
}

export async function chooseFrom(name: string, item: string): Promise<void> {
  await openMenu(name)
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}
