import type { IdentityContext } from '../context'
import { findLocalPath } from '../../rules/home-path'
import type { LinkEnd } from './jobs'

/** Where somebody was going, as the end of a link that is mailed to them. What leads off this site is dropped, not refused. */
export function endAt({ config }: Pick<IdentityContext, 'config'>, next: string | undefined): LinkEnd {
  const path = findLocalPath(next)
  return path === undefined ? {} : { redirectTo: `${config.publicUrl}${path}` }
}
