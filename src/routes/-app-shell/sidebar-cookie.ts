const NAME = 'sidebar_state'
const WEEK_IN_SECONDS = 604_800

/**
 * AD-01: whether the sidebar is collapsed to icons, from a Cookie header or `document.cookie`; undefined if not chosen,
 * so the screen decides.
 */
export function isSidebarCollapsed(cookies: string): boolean | undefined {
  const state = new RegExp(`(?:^|;\\s*)${NAME}=(icon|full)(?:;|$)`).exec(cookies)?.[1]
  return state === undefined ? undefined : state === 'icon'
}

export function formatSidebarCookie(isCollapsed: boolean): string {
  return `${NAME}=${isCollapsed ? 'icon' : 'full'}; Path=/; Max-Age=${WEEK_IN_SECONDS}; SameSite=Lax`
}
