// Screens of moderators and admins.
const moderation = (name, path, more = {}) => ({
  name,
  as: 'moderator',
  route: 'dashboard.moderation',
  path,
  ...more,
})
const panel = (name, route, path, more = {}) => ({
  name,
  as: 'admin',
  route: `admin.${route}`,
  path,
  ...more,
})
const user = (tab) => panel(`admin-user-${tab}`, 'users.$id', `/admin/users/{user:Mara Voss}?tab=${tab}`)

export const staffScreens = [
  moderation('moderation', '/dashboard/moderation'),
  moderation('moderation-mine', '/dashboard/moderation?tab=mine'),
  moderation('moderation-closed', '/dashboard/moderation?tab=closed'),
  { name: 'dashboard-moderator', as: 'moderator', route: 'dashboard.index', path: '/dashboard' },
  {
    name: 'room-moderator',
    as: 'moderator',
    route: 'dashboard.chat.$roomId',
    path: '/dashboard/chat/{room:Load-in}',
    press: ['Options for Load-in'],
  },
  panel('admin', 'index', '/admin'),
  panel('admin-menu', 'index', '/admin', { press: ['Menu'], widths: [390] }),
  panel('admin-users', 'users.index', '/admin/users'),
  panel('admin-users-none', 'users.index', '/admin/users?q=polka'),
  panel('admin-users-menu', 'users.index', '/admin/users', { press: [/^Actions for Priya/] }),
  panel('admin-users-delete', 'users.index', '/admin/users', {
    press: [/^Actions for Priya/, 'Delete user'],
  }),
  panel('admin-user', 'users.$id', '/admin/users/{user:Mara Voss}'),
  ...['sessions', 'orders', 'bookings', 'tree', 'reports', 'audit'].map(user),
  panel('admin-user-not-found', 'users.$id', '/admin/users/nobody'),
  panel('admin-bookings', 'bookings.index', '/admin/bookings'),
  panel('admin-bookings-none', 'bookings.index', '/admin/bookings?q=polka'),
  panel('admin-booking', 'bookings.$id', '/admin/bookings/{anyBooking:confirmed}'),
  panel('admin-payments', 'payments.index', '/admin/payments'),
  panel('admin-payments-none', 'payments.index', '/admin/payments?q=polka'),
  panel('admin-payments-waiver', 'payments.index', '/admin/payments', {
    press: ['Decide waiver: Cellar Door'],
  }),
  panel('admin-payment', 'payments.$reference', '/admin/payments/{payment:approved}'),
  panel('admin-payment-not-found', 'payments.$reference', '/admin/payments/nothing'),
  panel('admin-invitations', 'invitations', '/admin/invitations'),
  panel('admin-invitations-generate', 'invitations', '/admin/invitations', {
    press: ['Generate several codes, add a note, or email them'],
  }),
  panel('admin-invitations-requests', 'invitations', '/admin/invitations?tab=requests'),
  panel('admin-invitations-answered', 'invitations', '/admin/invitations?tab=requests&answered=true'),
  panel('admin-invitations-tree', 'invitations', '/admin/invitations?tab=tree'),
  panel('admin-failures', 'failures', '/admin/failures'),
  panel('admin-audit', 'audit', '/admin/audit'),
  panel('admin-security', 'security', '/admin/security'),
  panel('admin-settings', 'settings', '/admin/settings'),
  panel('admin-settings-terms', 'settings', '/admin/settings', { press: ['Edit Terms of Service'] }),
  panel('admin-settings-sample', 'settings', '/admin/settings', { press: ['Remove the sample data'] }),
  { name: 'admin-not-found', as: 'admin', route: 'admin_.$', path: '/admin/nothing' },
]
