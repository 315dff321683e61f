/** A value that cannot be taken, as a sentence without a subject. */
export class Refusal extends Error {}
