const NAME = 'sidebar_state'
const WEEK_IN_SECONDS = 604_800

/** AD-01: is the sidebar down to its icons? From a Cookie header or `document.cookie`; wide unless it says so. */
export function isSidebarCollapsed(cookies: string): boolean {
  return new RegExp(`(?:^|;\\s*)${NAME}=icon(?:;|$)`).test(cookies)
}

export function sidebarCookie(isCollapsed: boolean): string {
  return `${NAME}=${isCollapsed ? 'icon' : 'full'}; Path=/; Max-Age=${WEEK_IN_SECONDS}; SameSite=Lax`
}
