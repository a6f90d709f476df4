import { z } from 'zod'
import { timeCursor } from '~/lib/cursor'
import { call, id, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
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

const tags = ['members']
const read = call.meta({ access: 'public' })
const inArea = call.meta({ access: 'members_area' })
const NOT_FOUND = { status: 404, message: 'DJ not found' }

export const membersContract = {
  discover: read
    .route({
      method: 'GET',
      path: '/djs',
      tags,
      summary: 'DJs with a public profile, oldest account first',
    })
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
        /** Whether the search has no exact match, so the DJs are similar results. */
        isSimilar: z.boolean(),
      }),
    ),
  getDj: read
    .route({ method: 'GET', path: '/djs/{id}', tags, summary: 'A DJ’s public page' })
    .errors({ NOT_FOUND })
    .input(z.object({ id }))
    .output(djDetail),
  recordView: read
    .route({
      method: 'POST',
      path: '/djs/{id}/views',
      tags,
      summary: 'Record a profile view, once per viewer and day',
    })
    .input(z.object({ id }))
    .output(z.object({})),
  getMember: inArea
    .route({
      method: 'GET',
      path: '/members/{id}',
      tags,
      summary: 'A member’s page, as other members see it',
    })
    .errors({ NOT_FOUND: { status: 404, message: 'Member not found' } })
    .input(z.object({ id }))
    .output(memberDetail),

  myProfile: inArea
    .route({ method: 'GET', path: '/me/profile', tags, summary: 'The caller’s editable profile' })
    .output(myProfile),
  saveProfile: inArea
    .route({ method: 'PUT', path: '/me/profile', tags, summary: "Save the caller's profile" })
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
  saveMemberTypes: inArea
    .route({ method: 'PUT', path: '/me/member-types', tags, summary: 'Set the caller’s member types' })
    .input(z.object({ types: memberTypesInput }))
    .output(myProfile),
  removeAvatar: inArea
    .route({ method: 'DELETE', path: '/me/avatar', tags, summary: 'Remove the caller’s profile picture' })
    .output(z.object({})),

  dashboard: inArea
    .route({ method: 'GET', path: '/me/dashboard', tags, summary: 'Figures of the caller’s dashboard' })
    .output(dashboard),
  activity: inArea
    .route({
      method: 'GET',
      path: '/me/activity',
      tags,
      summary: 'Activity around the caller, newest first',
    })
    .output(z.object({ items: z.array(activity) })),
}
