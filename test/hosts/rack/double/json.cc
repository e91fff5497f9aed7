// The JSON values of the test double.
#include <jansson.h>

namespace {

using Type = json_t::Type;

bool is(const json_t* value, Type type) {
  return value != nullptr && value->type == type;
}

json_t* make(Type type) {
  auto* const value = new json_t;
  value->type = type;
  return value;
}

}  // namespace

json_t* json_object() {
  return make(Type::kObject);
}
json_t* json_array() {
  return make(Type::kArray);
}
json_t* json_integer(json_int_t value) {
  json_t* const made = make(Type::kInteger);
  made->integer = value;
  return made;
}
json_t* json_real(double value) {
  json_t* const made = make(Type::kReal);
  made->number = value;
  return made;
}
json_t* json_string(const char* value) {
  json_t* const made = make(Type::kString);
  made->text = value;
  return made;
}
int json_object_set_new(json_t* object, const char* key, json_t* value) {
  json_t*& place = object->members[key];
  if (place != nullptr) json_decref(place);
  place = value;
  return 0;
}
int json_array_append_new(json_t* array, json_t* value) {
  array->items.push_back(value);
  return 0;
}
json_t* json_object_get(const json_t* object, const char* key) {
  if (!is(object, Type::kObject)) return nullptr;
  const auto found = object->members.find(key);
  return found == object->members.end() ? nullptr : found->second;
}
json_t* json_array_get(const json_t* array, std::size_t index) {
  return index < json_array_size(array) ? array->items[index] : nullptr;
}
std::size_t json_array_size(const json_t* array) {
  return is(array, Type::kArray) ? array->items.size() : 0;
}
json_int_t json_integer_value(const json_t* value) {
  return is(value, Type::kInteger) ? value->integer : 0;
}
double json_number_value(const json_t* value) {
  if (is(value, Type::kInteger)) return static_cast<double>(value->integer);
  return is(value, Type::kReal) ? value->number : 0.0;
}
const char* json_string_value(const json_t* value) {
  return is(value, Type::kString) ? value->text.c_str() : nullptr;
}
bool json_is_integer(const json_t* value) {
  return is(value, Type::kInteger);
}
bool json_is_number(const json_t* value) {
  return is(value, Type::kInteger) || is(value, Type::kReal);
}
void json_decref(json_t* value) {
  if (value == nullptr) return;
  for (const auto& [key, member] : value->members) json_decref(member);
  for (json_t* const item : value->items) json_decref(item);
  delete value;
}
