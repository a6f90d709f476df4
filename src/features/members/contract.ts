import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { defineCalls, id, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import {
  activity,
  dashboard,
  djCard,
  djDetail,
  memberDetail,
  memberTypesInput,
  myProfile,
  profileInput,
} from './contract-shapes'
import { GENRES } from './rules/genre'

const read = defineCalls('members', 'public')
const inArea = defineCalls('members', 'members_area')
const NOT_FOUND = { status: 404, message: 'DJ not found' }

export const membersContract = {
  discover: read('GET', '/djs', 'DJs with a public profile, oldest account first')
    .meta({ scope: 'network:read' })
    .meta({ reads: 'replica' })
    .input(
      z.object({
        q: z.string().trim().max(100, 'Search with at most 100 characters').optional(),
        genre: z.enum(GENRES).optional(),
        after: pageAfter(timeCursor),
        limit: pageLimit(48, 24),
      }),
    )
    .output(
      z.object({
        djs: z.array(djCard),
        nextCursor,
        /** True if no DJ matched the search exactly: the list then has DJs with similar names. */
        isSimilar: z.boolean(),
      }),
    ),
  getDj: read('GET', '/djs/{id}', 'A DJ’s public page')
    .meta({ scope: 'network:read' })
    .meta({ reads: 'replica' })
    .errors({ NOT_FOUND })
    .input(z.object({ id }))
    .output(djDetail),
  recordView: read('POST', '/djs/{id}/views', 'Record a profile view, once per viewer and day')
    .meta({ isUnseenWrite: true })
    .input(z.object({ id }))
    .output(z.object({})),
  getMember: inArea('GET', '/members/{id}', 'A member’s page, as other members see it')
    .meta({ scope: 'network:read' })
    .errors({ NOT_FOUND: { status: 404, message: 'Member not found' } })
    .input(z.object({ id }))
    .output(memberDetail),

  myProfile: inArea('GET', '/me/profile', 'The caller’s editable profile')
    .meta({ scope: 'profile:read' })
    .output(myProfile),
  saveProfile: inArea('PUT', '/me/profile', "Save the caller's profile")
    .errors({
      CHANGED: {
        status: 409,
        message: 'Your profile was changed in another window. Reload before you save.',
      },
      BAD_PROFILE: {
        status: 422,
        message: 'Some fields are invalid. Check the marked fields.',
        data: z.object({ fields: z.array(z.object({ path: z.string(), message: z.string() })) }),
      },
    })
    .input(profileInput)
    .output(myProfile),
  saveMemberTypes: inArea('PUT', '/me/member-types', 'Set the caller’s member types')
    .input(z.object({ types: memberTypesInput }))
    .output(myProfile),
  removeAvatar: inArea('DELETE', '/me/avatar', 'Remove the caller’s profile picture').output(z.object({})),

  dashboard: inArea('GET', '/me/dashboard', 'Figures of the caller’s dashboard').output(dashboard),
  activity: inArea('GET', '/me/activity', 'Activity around the caller, newest first').output(
    z.object({ items: z.array(activity) }),
  ),
}
