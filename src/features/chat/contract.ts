import { cases } from './contract-cases'
import { members } from './contract-members'
import { messages } from './contract-messages'
import { moderation } from './contract-moderation'
import { rooms } from './contract-rooms'

export const chatContract = { rooms, members, messages, moderation, cases }
