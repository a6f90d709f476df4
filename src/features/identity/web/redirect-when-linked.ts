import { redirect } from '@tanstack/react-router'
import { findLocalPath } from '../rules/home-path'

/** For /auth/callback: returns a person who linked an account to the page where they started. */
export function redirectWhenLinked({
  linked,
  next,
}: {
  linked: string | undefined
  next: string | undefined
}): void {
  if (linked !== undefined) throw redirect({ href: findLocalPath(next) ?? '/', replace: true })
}
