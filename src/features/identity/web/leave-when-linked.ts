import { redirect } from '@tanstack/react-router'
import { findLocalPath } from '../rules/home-path'

/** For /auth/callback: whoever linked an account is signed in as before, and goes to where they began. */
export function leaveWhenLinked({
  linked,
  next,
}: {
  linked: string | undefined
  next: string | undefined
}): void {
  if (linked !== undefined) throw redirect({ href: findLocalPath(next) ?? '/', replace: true })
}
