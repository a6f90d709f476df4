/** Emails a person that they now help with an event or organize it. Payload {userId, eventId, byId}, see jobs.ts. */
export const teamEmailJob = 'events.person'
