import { ORPCError } from '@orpc/server'
import { calls } from '../implementer'

function missing(): never {
  throw new ORPCError('NOT_FOUND', { message: 'Event not found' })
}

export const deskCalls = calls.desk.router({
  mine: calls.desk.mine.handler(missing),
  create: calls.desk.create.handler(missing),
  get: calls.desk.get.handler(missing),
  save: calls.desk.save.handler(missing),
  saveLineUp: calls.desk.saveLineUp.handler(missing),
  bookings: calls.desk.bookings.handler(missing),
  addBooking: calls.desk.addBooking.handler(missing),
  findMembers: calls.desk.findMembers.handler(missing),
  team: calls.desk.team.handler(missing),
  addPerson: calls.desk.addPerson.handler(missing),
  removePerson: calls.desk.removePerson.handler(missing),
  handOver: calls.desk.handOver.handler(missing),
  publish: calls.desk.publish.handler(missing),
  unpublish: calls.desk.unpublish.handler(missing),
  duplicate: calls.desk.duplicate.handler(missing),
  remove: calls.desk.remove.handler(missing),
  preview: calls.desk.preview.handler(missing),
  seen: calls.desk.seen.handler(missing),
})
