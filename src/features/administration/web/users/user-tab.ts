const tabs = ['overview', 'sessions', 'orders', 'bookings', 'tree', 'reports', 'audit'] as const
export type UserTab = (typeof tabs)[number]

export type UserSearch = { tab?: Exclude<UserTab, 'overview'> | undefined }

export function readUserSearch(raw: Record<string, unknown>): UserSearch {
  const tab = tabs.find((known) => known === raw['tab'])
  return { tab: tab === 'overview' ? undefined : tab }
}
