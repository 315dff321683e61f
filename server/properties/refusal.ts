import type { Message } from '../contract/messages/message.js';

/** A value that cannot be taken, as a sentence without a subject. */
export class Refusal extends Error {
  readonly reason: Message;

  constructor(reason: Message) {
    super(reason.text);
    this.reason = reason;
  }
}
