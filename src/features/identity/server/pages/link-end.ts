import type { IdentityContext } from '../context'
import { findLocalPath } from '../../rules/home-path'
import type { LinkEnd } from '../mail-and-sms/jobs'

/** The target of an emailed link: the path that the person was going to. Addresses outside this site are dropped, not refused. */
export function endAt({ config }: Pick<IdentityContext, 'config'>, next: string | undefined): LinkEnd {
  const path = findLocalPath(next)
  return path === undefined ? {} : { redirectTo: `${config.publicUrl}${path}` }
}
