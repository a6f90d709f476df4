import { caseCalls } from './cases/calls'
import { calls } from './call-implementer'
import { memberCalls } from './members/calls'
import { messageCalls } from './messages/calls'
import { moderationCalls } from './moderation/calls'
import { roomCalls } from './rooms/calls'

export const chatCalls = calls.router({
  rooms: roomCalls,
  members: memberCalls,
  messages: messageCalls,
  moderation: moderationCalls,
  cases: caseCalls,
})
