import { expect, test } from 'vitest';
import { type FieldNode, requestedFields, requestedKey } from './fields.ts';

const plain: FieldNode = { members: null };
const person: FieldNode = {
  relation: 'one',
  members: { UserId: plain, Name: plain, Tint: { members: null, byNameOnly: true } },
};
const fields = { Title: plain, User: person, Board: { members: { Name: plain, Owner: person } } };

test.each([
  ['a plain field', ['Title'], 'Title'],
  ['a relation: without what must be named', ['User'], 'User(Name,UserId)'],
  ['a member that must be named', ['User.Tint'], 'User(Tint)'],
  ['the relation and then that member', ['User', 'User.Tint'], 'User(Name,Tint,UserId)'],
  ['that member and then the relation', ['User.Tint', 'User'], 'User(Name,Tint,UserId)'],
  ['a relation that contains one', ['Board'], 'Board(Name,Owner(Name,UserId))'],
  ['part of it before all of it', ['Board.Owner.Tint', 'Board'], 'Board(Name,Owner(Name,Tint,UserId))'],
])('%s', (_, paths, key) => expect(requestedKey(requestedFields(fields, paths))).toBe(key));

test('an unknown member is refused below a whole relation, too', () => {
  expect(() => requestedFields(fields, ['User', 'User.Colour'])).toThrow("'User.Colour' does not exist");
});
